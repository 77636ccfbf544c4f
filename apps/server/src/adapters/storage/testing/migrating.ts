import { prepareSchema } from '../database/migrate.ts'

/** A process of a test that brings a database's schema up to date and is killed meanwhile: told whose, and from which folder. */
const [url = '', name = '', folder = ''] = process.argv.slice(2)
await prepareSchema({ connectionString: url }, { name, password: null }, folder)
