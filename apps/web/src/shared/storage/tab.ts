import { orElse } from './or-else.ts'

/** Keeps a text as long as the tab lives; false if the browser refuses storage. */
export const storeInTab = (key: string, text: string): boolean =>
  orElse(() => {
    sessionStorage.setItem(key, text)
    return true
  }, false)

/** A text that the tab keeps; null if it is missing or the browser refuses storage. */
export const storedInTab = (key: string): string | null => orElse(() => sessionStorage.getItem(key), null)

/** Removes a text. */
export const removeFromTab = (key: string): void => orElse(() => sessionStorage.removeItem(key), undefined)

/** The keys of all texts that the tab keeps; none if the browser refuses storage. */
export const keysInTab = (): readonly string[] => orElse(() => Object.keys(sessionStorage), [])

/** Parses JSON; null if the text is not JSON. */
export const jsonIn = (text: string): unknown => orElse<unknown>(() => JSON.parse(text), null)
