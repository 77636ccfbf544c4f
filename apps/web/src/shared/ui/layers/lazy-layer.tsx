import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useReducer } from 'react'
import { tr } from '../../../text/frame/tr.ts'
import { Button } from '../button.tsx'
import { askConfirm } from './alert.ts'

/** Props of what is drawn in place of a component: the component's `close`, if any, and a way to try again. */
type NotLoadedProps = { readonly close?: () => void; readonly tryAgain: () => void }

/**
 * A component whose code is loaded when it is first drawn. If that fails the page and its typed text stay: a dialog (a
 * component with `close`) asks whether to try again; any other part says in its place that it could not be loaded.
 * `name`: the name of the part in that sentence; null: a part that nobody misses fails silently.
 */
export function lazyLayer<P extends object>(
  name: string | null,
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode = null,
): (props: P) => ReactNode {
  let failures = 0
  const NotLoaded = ({ close, tryAgain }: NotLoadedProps) => {
    // A browser may remember the failure, and after an update the file is gone: only a reload finds the new file.
    const isGone = failures > 1
    const text = tr.states.notLoaded(name ?? '')
    const verb = isGone ? tr.crashed.reload : tr.states.retry
    const act = () => (isGone ? location.reload() : tryAgain())
    // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
    useEffect(() => {
      let isLeft = false
      if (close)
        void askConfirm(text, { confirm: verb }).then((isYes) => {
          if (!isLeft) isYes ? act() : close()
        })
      return () => {
        isLeft = true
      }
    }, [])
    return name === null || close ? null : (
      <p role="alert" className="p-3">
        {text} <Button onClick={act}>{verb}</Button>
      </p>
    )
  }
  // React keeps the outcome of a load for good: each try needs a new component.
  const begin = () =>
    lazy(async () => {
      try {
        return { default: (await load()) as ComponentType<P & NotLoadedProps> }
      } catch {
        failures += 1
        newest = begin()
        // A new component too, so that the next failure asks again.
        return { default: (missing: NotLoadedProps) => <NotLoaded {...missing} /> }
      }
    })
  let newest = begin()
  return function LazyLayer(props: P) {
    const [Layer, tryAgain] = useReducer(() => newest, newest)
    return (
      <Suspense fallback={fallback}>
        <Layer {...props} tryAgain={tryAgain} />
      </Suspense>
    )
  }
}
