import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect, useLayoutEffect } from 'react'
import { router } from '../router.tsx'
import type { TakeOverSteps } from '../take-over.ts'

/** The whole site, on the router's page; `takeOverSteps` is null while the site is built (prerender.tsx). */
export function Site({ takeOverSteps }: { readonly takeOverSteps: TakeOverSteps | null }) {
  useLayoutEffect(() => takeOverSteps?.focus(), [takeOverSteps])
  useEffect(() => takeOverSteps?.press(), [takeOverSteps])
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}
