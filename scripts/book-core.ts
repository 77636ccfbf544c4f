// `npm run book-core`: compiles the core of the books after its source was changed.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BOOK_CORE_BYTES, compiledBookCore } from '../checks/code/book-core.ts'
import { root } from './run-command.ts'

writeFileSync(join(root, BOOK_CORE_BYTES), compiledBookCore(root))
