interface Arg {
  readonly channel: string
  readonly instId: string
}

export interface Operation {
  readonly op: 'subscribe' | 'unsubscribe'
  readonly args: readonly Arg[]
  /** Id that every answer echoes. */
  readonly id: string | undefined
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads a request; undefined for any other text. A missing field of an argument becomes empty text. */
export function parseOperation(text: string): Operation | undefined {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return undefined
  }
  const { op, args, id } = (message ?? {}) as Record<string, unknown>
  if ((op !== 'subscribe' && op !== 'unsubscribe') || !Array.isArray(args)) return undefined
  if (id !== undefined && !/^[A-Za-z0-9]{1,32}$/.test(textOf(id))) return undefined
  const named = args.map((arg: unknown) => {
    const { channel, instId } = (arg ?? {}) as Record<string, unknown>
    return { channel: textOf(channel), instId: textOf(instId) }
  })
  return { op, args: named, id: id === undefined ? undefined : textOf(id) }
}
