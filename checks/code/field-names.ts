import ts from 'typescript'
import { judge, type Outcome } from '../outcome.ts'
import { readSources, type Source } from '../sources.ts'

/** Names that do not say what a field holds: `at` is a time, an index or an address, `of` a number, a side or an owner. */
const EMPTY = /^#?(at|of)$/

/** Fields that keep such a name, since others than this code read it: by their type or constant, with the reader. */
const READ_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['AuditRow.at', 'callers of the API'],
  ['UserEvent.at', 'callers of the API'],
  ['auditLog.at', 'the database'],
  ['destructions.at', 'the database'],
  ['appliedIn.at', 'the database'],
  ['AuditLook.at', 'the database: a setting as JSON'],
  ['AccountDifference.at', 'the database: a column of JSON'],
  ['OrderFill.of', 'the database: a column of JSON'],
  ['Head.at', 'restores of older copies'],
  ['headOf.at', 'restores of older copies'],
  ['PublishedRow.at', 'processes of another version'],
  ['Publication.of', 'processes of another version'],
  ['PublicationSchema.of', 'processes of another version'],
  ['StoredNews.of', 'processes of another version'],
  ['NodeAnswers.at', 'processes of another version'],
  ['PaperMoment.at', 'processes of another version'],
  ['ANSWERS.at', 'processes of another version'],
  ['Fault.at', 'scripts of faults'],
  ['TicketDraft.of', 'tabs of a browser'],
])

/** Calls whose argument declares fields: schemas of answers and tables. */
const SCHEMAS = /^(object|extend|pgTable)$/

const isSchemaKey = ({ parent }: ts.PropertyAssignment): boolean =>
  ts.isCallExpression(parent.parent) && SCHEMAS.test(parent.parent.expression.getText().replace(/^.*\./s, ''))

const isField = (node: ts.Node): node is ts.PropertySignature | ts.PropertyDeclaration | ts.PropertyAssignment =>
  ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || (ts.isPropertyAssignment(node) && isSchemaKey(node))

/** Name of the statement that a node stands in, such as its type or constant. */
function ownerOf(node: ts.Node): string {
  let owner = ''
  for (let above = node.parent; !ts.isSourceFile(above); above = above.parent) {
    const { name } = above as ts.NamedDeclaration
    if (name !== undefined && ts.isIdentifier(name)) owner = name.text
  }
  return owner
}

/** Number of declared fields, and those with an empty name, as `Owner.field` with `path:line`. */
export function emptyFields({ path, text }: Source): { fields: number; found: { name: string; place: string }[] } {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
  const found: { name: string; place: string }[] = []
  let fields = 0
  const visit = (node: ts.Node): void => {
    if (isField(node)) {
      fields++
      const name = node.name.getText()
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1
      if (EMPTY.test(name)) found.push({ name: `${ownerOf(node)}.${name}`, place: `${path}:${line}` })
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return { fields, found }
}

/** No field of a type, class or schema is named `at` or `of`, unless its reader is no part of this code. */
export function checkFieldNames(root: string): Outcome {
  const read = readSources(root, () => true).map(emptyFields)
  const found = read.flatMap((one) => one.found)
  const names = new Set(found.map(({ name }) => name))
  return judge(
    [
      ...found
        .filter(({ name }) => !READ_ELSEWHERE.has(name))
        .map(({ name, place }) => `${place} ${name} says nothing`),
      ...[...READ_ELSEWHERE.keys()].filter((name) => !names.has(name)).map((name) => `no field is named ${name}`),
    ],
    read.reduce((sum, { fields }) => sum + fields, 0),
    1_000,
  )
}
