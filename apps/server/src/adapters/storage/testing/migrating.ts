import { prepareSchema } from '../database/migrate.ts'

/** A test's process that migrates a database and is killed meanwhile. Arguments: address, role, migrations' folder. */
const [url = '', name = '', folder = ''] = process.argv.slice(2)
await prepareSchema({ connectionString: url }, { name, password: null }, folder)
