import { coreSources } from '../../checks/book-core.ts'

/** A place in the core's source, and the plain code that stands for it; `from` occurs there exactly once. */
type Change = { readonly file: string; readonly from: string; readonly to: string }

/** An idea that makes the core faster, and what the core does without it. */
export type Trick = { readonly name: string; readonly without: readonly Change[] }

/** Another body for a function; its own stays behind under a name that nothing calls. */
const instead = (file: string, head: string, body: string): Change => ({
  file,
  from: head,
  to: `${head}\n${body}\n}\n\n${head.replace(/^(?:export )?function \w+/, 'function replaced')}`,
})

/**
 * The ideas that the core is built on (decision 0005), each with plain code in its place. The plain
 * code gives equal books; `npm run bench -- core` compares them.
 */
export const TRICKS: readonly Trick[] = [
  {
    name: 'tags: 32 levels of a block compared at once',
    without: [
      instead(
        'side.ts',
        'function tagged(at: usize, tag: i16): u32 {',
        `  let found: u32 = 0
  for (let slot: usize = 0; slot < 32; slot++)
    if (load<i16>(at + (slot << 1), TAGS) === tag) found |= (1 as u32) << (slot as u32)
  return found`,
      ),
    ],
  },
  {
    name: 'directory: bounds of 16 blocks compared at once',
    without: [
      instead(
        'side.ts',
        'function boundsAbove(bounds: usize, key: v128): u32 {',
        `  const wanted = f64x2.extract_lane(key, 0)
  let passed: u32 = 0
  while (passed < (BOUNDS_AT_ONCE as u32) && load<f64>(bounds + ((passed as usize) << 3)) > wanted) passed++
  return passed`,
      ),
    ],
  },
  {
    name: 'search: begins at the block of the level before last',
    without: [{ file: 'side.ts', from: '    const from = base\n', to: '    const from = block\n' }],
  },
  {
    name: 'snapshots: a blank side is filled in one go',
    without: [{ file: 'side.ts', from: 'count > FEW && isBlank(side) && ', to: 'false && ' }],
  },
  {
    name: 'depth: levels below it are cut off in one go',
    without: [{ file: 'side.ts', from: 'if (excess > FEW) ', to: 'if (false) ' }],
  },
  {
    name: 'prefetch: lines of the best levels are read with the name',
    without: [{ file: 'read-frame.ts', from: '        touchAll(book)\n', to: '' }],
  },
  {
    name: 'texts: names and keys compared 16 bytes at once',
    without: [
      instead(
        'symbol-table.ts',
        'export function isSame(at: usize, other: usize, length: u32): bool {',
        `  let same: u32 = 0
  while (same < length && load<u8>(at + (same as usize)) === load<u8>(other + (same as usize))) same++
  return same === length`,
      ),
    ],
  },
  {
    name: 'padded levels: a level compared with its layout as a whole',
    without: [
      {
        file: 'scan.ts',
        from: 'const layout = layoutOf(priceWhole, sizeWhole, priceDecimals, sizeDecimals)',
        to: 'const layout: usize = 0',
      },
    ],
  },
  {
    name: 'decimals: price and size multiplied in one vector',
    without: [
      {
        file: 'scan.ts',
        from: `    const values = bothValues(
      price,
      v128.load(priceLanes + ((priceWhole as usize) << 4)),
      size,
      v128.load(sizeLanes + ((sizeWhole as usize) << 4)),
    )
`,
        to: `    const values = f64x2.replace_lane(
      f64x2.splat(plainNumber(at + 2, priceWhole, priceLength, priceDecimals)),
      1,
      plainNumber(at + sizeBegin, sizeWhole, sizeLength, sizeDecimals),
    )
`,
      },
      {
        file: 'scan.ts',
        from: '/** Whole digits of a number of `length` bytes. */\n',
        to: `function plainNumber(at: usize, whole: u32, length: u32, decimals: u32): f64 {
  let value: u64 = 0
  for (let lane: u32 = 0; lane < length && lane <= whole + decimals; lane++)
    if (lane !== whole) value = value * 10 + ((load<u8>(at + (lane as usize)) - ZERO) as u64)
  const sent: u32 = length > whole ? length - whole - 1 : 0
  return (sent < decimals ? value * pow10(decimals - sent) : value) as f64
}

/** Whole digits of a number of \`length\` bytes. */
`,
      },
    ],
  },
  {
    name: 'numbers: eight digits in one word',
    without: [
      instead(
        'digits.ts',
        'export function eightDigits(word: u64): u64 {',
        `  let value: u64 = 0
  for (let shift: u64 = 0; shift < 64; shift += 8) value = value * 10 + ((word >> shift) & 0x0f)
  return value`,
      ),
    ],
  },
  {
    name: 'checksum window: CRCs of the best levels are kept',
    without: [
      {
        file: 'side.ts',
        from: 'if (form !== 0) updateChecksumWindow(side, key, size, text)',
        to: 'if (form !== 0) closeChecksumWindow(side)',
      },
      { file: 'checksum-window.ts', from: 'const FETCHED: u32 = 44', to: 'const FETCHED: u32 = 25' },
    ],
  },
  {
    name: 'CRC: 16 bytes of a text at once',
    without: [
      instead(
        'texts.ts',
        'function numberCrc(form: u32, value: u64, decimals: u32): u32 {',
        `  let digits: u32 = 1
  for (let rest = value / 10; rest !== 0; rest /= 10) digits++
  if (form === PAIR) {
    const shown = max<u32>(digits, decimals + 1)
    textLength = shown + ((decimals !== 0) as u32) + 1
    return slowNumberCrc(value, shown, decimals)
  }
  textLength = digits
  let crc: u32 = 0
  for (let behind = digits; behind > 0; behind--) crc = stepped(crc, ((value / pow10(behind - 1)) % 10) as u8 + ZERO)
  return crc`,
      ),
    ],
  },
]

/** The core's source without one of its tricks. Throws where the place to change is not there exactly once. */
export function sourcesWithout({ name, without }: Trick, root: string): Map<string, string> {
  const sources = coreSources(root)
  for (const { file, from, to } of without) {
    const parts = (sources.get(file) ?? '').split(from)
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} places of the trick "${name}"`)
    sources.set(file, parts.join(to))
  }
  return sources
}
