import type { BrowserKind, DeviceKind } from '../../ports/users/sessions.ts'

/** Marks of the browsers in a user agent, the first match wins: nearly all call themselves Chrome and Safari, too. */
const BROWSERS: readonly (readonly [BrowserKind, RegExp])[] = [
  ['edge', /\bEdg(?:e|A|iOS)?\//],
  ['opera', /\b(?:OPR|Opera|OPT)\//],
  ['yandex', /\bYaBrowser\//],
  ['samsung', /\bSamsungBrowser\//],
  ['firefox', /\b(?:Firefox|FxiOS)\//],
  ['chrome', /\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//],
  ['safari', /\bVersion\/[\d.]+ .*\bSafari\//],
]

/** Marks of the devices, the first match wins: iPhones say "like Mac OS X", Android says Linux. */
const DEVICES: readonly (readonly [DeviceKind, RegExp])[] = [
  ['iphone', /\b(?:iPhone|iPod)\b/],
  ['ipad', /\biPad\b/],
  ['android', /\bAndroid\b/],
  ['chromebook', /\bCrOS\b/],
  ['windows', /\bWindows\b/],
  ['mac', /\bMacintosh\b/],
  ['linux', /\bLinux\b/],
]

/** Characters of a user agent that are read; browsers send fewer. */
const MOST = 512

/**
 * The kinds of browser and device that a user agent names, by which its owner recognises a session. They decide
 * nothing, and nothing else of the user agent is stored.
 */
export function deviceOf(userAgent: string | null): {
  readonly browser: BrowserKind | null
  readonly device: DeviceKind | null
} {
  const text = userAgent?.slice(0, MOST).trim() ?? ''
  if (text === '') return { browser: null, device: null }
  return { browser: firstMatch(BROWSERS, text) ?? 'other', device: firstMatch(DEVICES, text) ?? 'other' }
}

const firstMatch = <K>(kinds: readonly (readonly [K, RegExp])[], text: string): K | undefined =>
  kinds.find(([, mark]) => mark.test(text))?.[0]
