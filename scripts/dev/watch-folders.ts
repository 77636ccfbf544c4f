import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join, sep } from 'node:path'

/**
 * Calls `changed` with the path of each file or folder that changes below `roots`, later folders included, until the
 * returned function is called. It watches folders: a file that an editor replaces is noticed by its name.
 */
export function watchFolders(roots: readonly string[], changed: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>()
  const forget = (folder: string) => {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue
      watcher.close()
      watchers.delete(path)
    }
  }
  const add = (folder: string) => {
    const watcher = watch(folder, (event, name) => {
      if (name === null) return
      const path = join(folder, name)
      if (event === 'rename') {
        forget(path)
        if (isFolder(path)) addAll(path)
      }
      changed(path)
    })
    // A removed folder takes its watcher with it; the watcher of its parent reports the removal.
    watcher.on('error', () => forget(folder))
    watchers.set(folder, watcher)
  }
  const addAll = (root: string) => {
    add(root)
    for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
      if (entry.isDirectory()) add(join(entry.parentPath, entry.name))
    }
  }
  for (const root of roots) addAll(root)
  return () => {
    for (const root of roots) forget(root)
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
