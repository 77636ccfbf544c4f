import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect, useLayoutEffect } from 'react'
import { router } from './router.tsx'
import type { TakenOver } from './take-over.ts'

/** The whole site, on the router's page; `takenOver` is null where it is only rendered ahead. */
export function Site({ takenOver }: { readonly takenOver: TakenOver | null }) {
  useLayoutEffect(() => takenOver?.focus(), [takenOver])
  useEffect(() => takenOver?.press(), [takenOver])
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}
