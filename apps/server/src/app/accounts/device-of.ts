import type { BrowserKind, DeviceKind } from '../ports/sessions.ts'

/** The first whose mark stands in it wins: nearly all of them call themselves Chrome and Safari too. */
const BROWSERS: readonly (readonly [BrowserKind, RegExp])[] = [
  ['edge', /\bEdg(?:e|A|iOS)?\//],
  ['opera', /\b(?:OPR|Opera|OPT)\//],
  ['yandex', /\bYaBrowser\//],
  ['samsung', /\bSamsungBrowser\//],
  ['firefox', /\b(?:Firefox|FxiOS)\//],
  ['chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['safari', /\bVersion\/[\d.]+ .*\bSafari\//],
]

/** iPhones say that they are "like Mac OS X", Android that it is Linux. */
const DEVICES: readonly (readonly [DeviceKind, RegExp])[] = [
  ['iphone', /\b(?:iPhone|iPod)\b/],
  ['ipad', /\biPad\b/],
  ['android', /\bAndroid\b/],
  ['chromebook', /\bCrOS\b/],
  ['windows', /\bWindows\b/],
  ['mac', /\bMacintosh\b/],
  ['linux', /\bLinux\b/],
]

/** Longer than any that a browser sends; what is beyond is not looked at. */
const MOST = 512

/**
 * What kind of browser on what kind of device a user agent names, for its owner to recognise: nothing is decided by it, and
 * nothing else of it is kept.
 */
export function deviceOf(userAgent: string | null): {
  readonly browser: BrowserKind | null
  readonly device: DeviceKind | null
} {
  const text = userAgent?.slice(0, MOST).trim() ?? ''
  if (text === '') return { browser: null, device: null }
  return { browser: named(BROWSERS, text) ?? 'other', device: named(DEVICES, text) ?? 'other' }
}

const named = <K>(kinds: readonly (readonly [K, RegExp])[], text: string): K | undefined =>
  kinds.find(([, mark]) => mark.test(text))?.[0]
