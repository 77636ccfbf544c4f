import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useReducer } from 'react'
import { tr } from '../../../text/frame/tr.ts'
import { Button } from '../button.tsx'
import { askConfirm } from './alert.ts'

/** What stands in for a component is given that component's `close`, where it has one, and a way to try again. */
type NotLoadedProps = { readonly close?: () => void; readonly tryAgain: () => void }

/**
 * A component whose code is loaded when it is first drawn. Where that fails the page and what is typed in it stay: a
 * dialog (a component with `close`) asks whether to try again, any other part says so in its place. `name`: what could
 * not be loaded; null: nobody would miss it, and nothing is said.
 */
export function lazyLayer<P extends object>(
  name: string | null,
  load: () => Promise<ComponentType<P>>,
  fallback: ReactNode = null,
): (props: P) => ReactNode {
  let failures = 0
  const NotLoaded = ({ close, tryAgain }: NotLoadedProps) => {
    // A browser may remember the failure, and after an update the file is gone: only a page loaded anew finds it.
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
  // React keeps the outcome of a load for good: each try is a component of its own.
  const begin = () =>
    lazy(async () => {
      try {
        return { default: (await load()) as ComponentType<P & NotLoadedProps> }
      } catch {
        failures += 1
        newest = begin()
        // A component of its own too: the next failure is asked about anew.
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
