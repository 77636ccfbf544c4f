import { decimalText } from '@makas/domain'
import { expect, test } from 'vitest'
import { CAPTURES, ReaderRig, recorded } from '../testing/recorded.ts'
import { okx } from './map.ts'

const SWAPS = 'https://www.okx.com/api/v5/public/instruments?instType=SWAP'
const swap = {
  alias: '',
  baseCcy: '',
  ctMult: '1',
  ctType: 'linear',
  ctVal: '0.01',
  ctValCcy: 'BTC',
  expTime: '',
  groupId: '2',
  instCategory: '1',
  instFamily: 'BTC-USDT',
  instId: 'BTC-USDT-SWAP',
  instType: 'SWAP',
  lotSz: '0.1',
  minSz: '0.1',
  quoteCcy: '',
  ruleType: 'normal',
  settleCcy: 'USDT',
  state: 'live',
  tickSz: '0.1',
  uly: 'BTC-USDT',
}

function listed(...entries: unknown[]) {
  const rig = new ReaderRig(okx)
  rig.read(SWAPS, { code: '0', msg: '', data: entries })
  const text = (value: Parameters<typeof decimalText>[0] | null) => (value === null ? null : decimalText(value))
  return (rig.instruments.get('perp') ?? []).map((one) => ({
    symbol: one.symbol,
    pair: `${one.baseTicker}/${one.quoteTicker}`,
    contract: text(one.contractSize),
    lot: text(one.lotStep),
    least: text(one.minQty),
    inverse: one.inverse,
    specialFee: one.specialFee,
  }))
}

test('[D5] lots and minimums of a swap are base units, whatever a contract holds', () => {
  const shib = {
    ...swap,
    instId: 'SHIB-USDT-SWAP',
    uly: 'SHIB-USDT',
    ctVal: '1000000',
    ctValCcy: 'SHIB',
    ctMult: '10',
    lotSz: '0.1',
    minSz: '1',
  }
  expect(listed(swap, shib)).toEqual([
    {
      symbol: 'BTC-USDT-SWAP',
      pair: 'BTC/USDT',
      contract: '0.01',
      lot: '0.001',
      least: '0.001',
      inverse: false,
      specialFee: false,
    },
    {
      symbol: 'SHIB-USDT-SWAP',
      pair: 'SHIB/USDT',
      contract: '10000000',
      lot: '1000000',
      least: '10000000',
      inverse: false,
      specialFee: false,
    },
  ])
})

test.each([
  ['margined in a dollar of no coin', { settleCcy: 'USD', uly: 'BTC-USD', instId: 'BTC-USD_UM-SWAP' }],
  ['margined in another coin than its quote', { settleCcy: 'USDC' }],
  ['without a contract size', { ctVal: '' }],
  ['with a contract of dollars', { ctValCcy: 'USDT' }],
  ['of no known kind', { ctType: '' }],
  ['of a share', { instCategory: '3', instId: 'TSLA-USDT-SWAP', uly: 'TSLA-USDT', ctValCcy: 'TSLA' }],
  ['of a metal', { instCategory: '4' }],
  ['of an X-Perp future', { instType: 'FUTURES', ruleType: 'xperp', instId: 'BTC-USD_UM_XPERP-310404' }],
])('a swap %s is none that we know', (_case, more) => {
  expect(listed({ ...swap, ...more })).toEqual([])
})

test('inverse swaps are books in contracts; groups with rates of their own are marked', () => {
  const inverse = { ...swap, instId: 'BTC-USD-SWAP', uly: 'BTC-USD', ctType: 'inverse', ctVal: '100', settleCcy: 'BTC' }
  expect(listed(inverse, { ...swap, groupId: '4' }, { ...swap, ruleType: 'pre_market' })).toMatchObject([
    { symbol: 'BTC-USD-SWAP', contract: null, lot: '0.1', inverse: true },
    { specialFee: true },
    { specialFee: true },
  ])
})

test.skipIf(CAPTURES === null)('of the recorded list every linear swap is known with its contract', () => {
  const rig = new ReaderRig(okx)
  const lines = recorded('okx/rest_instruments_swap_20220513.jsonl')
  rig.replay(lines)
  const sent: Record<string, string>[] = JSON.parse(lines[0]?.msg ?? '').data
  const known = new Map(rig.instruments.get('perp')?.map((one) => [one.symbol, one]))
  expect(known.size).toBe(sent.length)
  for (const { instId = '', ctType, ctVal = '', lotSz } of sent) {
    const one = known.get(instId)
    expect(one?.inverse).toBe(ctType === 'inverse')
    if (ctType === 'inverse') continue
    // Every lot of that list was one contract.
    expect([lotSz, decimalText(one?.lotStep ?? { mantissa: 0n, decimals: 0 })]).toEqual(['1', String(Number(ctVal))])
  }
})
