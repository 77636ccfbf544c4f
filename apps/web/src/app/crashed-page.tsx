import { Button } from '../shared/ui/button.tsx'
import { tr } from '../text/frame/tr.ts'

/** Shown in place of a page whose code could not be loaded or that met data it cannot draw. */
export function CrashedPage() {
  return (
    <div className="flex max-w-160 flex-col items-start gap-4 px-5 py-16" role="alert">
      <h1 className="text-28 font-semibold">{tr.crashed.title}</h1>
      <p className="text-text-2">{tr.crashed.text}</p>
      <Button onClick={() => location.reload()}>{tr.crashed.reload}</Button>
    </div>
  )
}
