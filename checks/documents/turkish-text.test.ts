import { expect, test } from 'vitest'
import { turkishUses } from './turkish-text.ts'

test.each([
  ['a string', 'apps/web/src/app/x.ts', "const a = 'Fırsatlar'"],
  ['text in JSX', 'apps/web/src/app/x.tsx', 'const a = <b>Çıkış</b>'],
  ['a template', 'apps/server/src/http/x.ts', 'const a = (b: string) => `${b} bulunamadı`'],
])('%s outside its home is caught', (_name, path, text) => {
  expect(turkishUses({ path, text })).toEqual([`${path}:1 holds Turkish text`])
})

test.each([
  ['tr.ts', 'apps/web/src/text/frame/tr.ts', "const a = 'Fırsatlar'"],
  ['the sentences of the API', 'apps/server/src/http/text.ts', "const a = 'Geçersiz istek'"],
  ['a comment that quotes the glossary', 'apps/web/src/app/x.ts', '// shown as "önbellek"\nconst a = 1'],
])('%s may', (_name, path, text) => {
  expect(turkishUses({ path, text })).toEqual([])
})
