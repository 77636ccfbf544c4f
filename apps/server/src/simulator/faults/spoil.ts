import type { ExchangeId } from '@makas/domain'
import type { Random } from '../random.ts'
import type { Spoiling } from './fault.ts'

/** A level that may carry a changed digit: `price` and `qty` as printed in the frame. */
export interface PrintedLevel {
  readonly price: string
  readonly size: string
}

const OTHERS: readonly Spoiling[] = ['json', 'types', 'missing', 'binary', 'exponent', 'negative']

/** The spoiling of a `corrupt` fault that names none: a reader can notice it by the rules of the frame's channel. */
export function usualSpoiling(exchange: ExchangeId, offersDigits: boolean, random: Random): Spoiling {
  return exchange === 'kraken' && offersDigits ? 'digit' : (OTHERS[random.below(OTHERS.length)] as Spoiling)
}

function otherDigit(text: string, random: Random): string {
  const places = [...text].flatMap((char, index) => (char >= '0' && char <= '9' ? [index] : []))
  const at = places[random.below(places.length)] as number
  const digit = (Number(text[at]) + 1 + random.below(9)) % 10
  return `${text.slice(0, at)}${digit}${text.slice(at + 1)}`
}

/** First number of the first level of the frame, quoted or not: `"price":1.5` or `["1.5",`. */
const FIRST_PRICE = /("price":|\[\[")(\d[\d.]*)/
/** The mark price of a frame that has one. */
const MARK = /("(?:p|markPrice|markPx)":"?)(\d[\d.]*)/

/**
 * The frame with one defect; a Buffer is sent as a binary frame. Undefined where the frame has no place for the defect:
 * it is then sent whole.
 */
export function spoil(
  text: string,
  spoiling: Spoiling,
  levels: readonly PrintedLevel[],
  random: Random,
): string | Buffer | undefined {
  switch (spoiling) {
    case 'json':
      return text.slice(0, Math.max(1, Math.floor(text.length * random.between(0.2, 0.95))))
    case 'binary':
      return Buffer.from(Buffer.from(text).map((byte) => byte ^ 0xa5))
    case 'types': {
      const wrong = text.replace(/("price":|\[\[|"(?:p|markPrice|markPx)":)("[\d.]+"|[\d.]+)/, '$1true')
      return wrong === text ? undefined : wrong
    }
    case 'missing': {
      const cut = text.replace(/,?"(bids|asks|b|a|p|markPrice|markPx)":/, (all) => all.replace(/"(\w+)"/, '"gone_$1"'))
      return cut === text ? undefined : cut
    }
    case 'exponent':
      return FIRST_PRICE.test(text) ? text.replace(FIRST_PRICE, '$1$2e3') : undefined
    case 'negative':
      for (const place of [FIRST_PRICE, MARK]) if (place.test(text)) return text.replace(place, '$1-$2')
      return undefined
    case 'digit': {
      const level = levels[random.below(Math.max(1, levels.length))]
      if (!level) return undefined
      const quoted = text.includes(`"${level.price}","${level.size}"`)
      const join = quoted ? '","' : ',"qty":'
      const price = random.unit() < 0.5
      const wrong = price
        ? `${otherDigit(level.price, random)}${join}${level.size}`
        : `${level.price}${join}${otherDigit(level.size, random)}`
      const spoilt = text.replace(`${level.price}${join}${level.size}`, wrong)
      return spoilt === text ? undefined : spoilt
    }
  }
}
