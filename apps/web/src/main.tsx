import './shared/ui/base.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { Site } from './app/frame/site.tsx'
import { keepNodes } from './app/keep-nodes.ts'
import { readAhead } from './app/read-ahead.ts'
import { router } from './app/router.tsx'
import { takeOver } from './app/take-over.ts'

const place = document.getElementById('root')
if (!place) throw new Error('index.html has no #root')
// A prerendered page stays until everything can be drawn at once.
if (place.firstChild !== null) await Promise.all([router.load(), readAhead(location.pathname)])
const takeOverSteps = takeOver(place)
keepNodes()
// A transition draws in slices, so that a slow phone answers meanwhile.
startTransition(() => createRoot(place).render(<Site takeOverSteps={takeOverSteps} />))
