import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { router } from './router.tsx'

/** The whole site, on the page that the router is at. */
export function Site() {
  return (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
}
