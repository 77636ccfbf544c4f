import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Paths that the server answers itself; the pattern keeps `/api-management` a page of the site. */
const OF_THE_SERVER = '^/(api(/|\\?|$)|healthz|readyz|metrics|robots\\.txt|sitemap\\.xml)'

const inFolder = (folder: string, ...names: readonly string[]) => names.map((name) => `/${folder}/${name}`)

/** Modules that every page needs. A folder ends in `/`, a file has no extension. */
const BASE = [
  '\0vite/preload-helper',
  ...inFolder('node_modules', 'react/', 'react-dom/', 'scheduler/', 'use-sync-external-store/'),
  ...inFolder('node_modules/@tanstack', 'react-router/', 'react-store/', 'router-core/', 'history/', 'store/'),
  ...inFolder('lucide-react/dist/esm', 'shared/', 'Icon', 'createLucideIcon', 'context', 'defaultAttributes'),
  ...inFolder('lucide-react/dist/esm/icons', 'menu', 'x', 'user-round', 'log-out', 'check', 'moon', 'sun'),
  ...inFolder('contract/src', 'calls/http', 'site/pages'),
  ...inFolder('domain/src', 'text/fold'),
  ...inFolder('web/src/text', 'frame/tr'),
  ...inFolder('web/src/app', 'keep-nodes', 'take-over', 'crashed-page', 'router', 'use-page-change'),
  ...inFolder('web/src/app/frame', 'source-banner', 'theme-switch', 'site-footer'),
  ...inFolder('web/src/features/opportunities', 'filters/address'),
  ...inFolder('web/src/shared/api', 'get-plain', 'failure', 'use-polled', 'source'),
  ...inFolder('web/src/shared/format', 'numbers', 'times'),
  ...inFolder('web/src/shared/keys', 'wizard-dialog-store'),
  ...inFolder('web/src/shared/opportunity', 'row/grades'),
  ...inFolder('web/src/shared/paper', 'paper-dialog-store'),
  ...inFolder('web/src/shared/session', 'session', 'auth-dialog-store', 'sign-out'),
  ...inFolder('web/src/shared/storage', 'preferences'),
  ...inFolder('web/src/shared/theme', 'theme'),
  ...inFolder('web/src/shared/time', 'steady', 'ticker'),
  ...inFolder('web/src/shared/tour', 'tour-flag'),
  ...inFolder('web/src/shared/ui', 'button', 'first-use', 'mark', 'use-title', 'ticking'),
  ...inFolder('web/src/shared/ui/layers', 'alert', 'lazy-layer', 'toast'),
]

const OPPORTUNITY_ICONS = inFolder(
  'lucide-react/dist/esm/icons',
  ...['arrow-down', 'arrow-right', 'arrow-up', 'bookmark', 'circle-exclamation-point', 'triangle-exclamation-point'],
  ...['download', 'refresh-cw', 'search'],
)

/** Whether a module is one of these files or lies in one of these folders. */
const isIn = (places: readonly string[]) => (module: string) =>
  places.some((place) => module.includes(place.endsWith('/') ? place : `${place}.`))

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // `npm ci` clears this folder, like everything that was made of packages.
  cacheDir: '../../node_modules/.cache/vite',
  // For `npm run dev`; it has no content security policy, since Vite puts scripts into the page.
  server: {
    // Vite's own rule lets every page of this machine read the API: the server's rule holds (security.md 59).
    cors: false,
    proxy: { [OF_THE_SERVER]: { target: process.env.API_ORIGIN ?? 'http://127.0.0.1:3000' } },
  },
  build: {
    target: 'es2023',
    // A font or picture as a data: address would be refused by the content security policy (security.md 58).
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first part names all others: seven letters tell two versions apart as well as eight.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // The modules that every page needs make one file: a dozen small files compress 3 % worse.
        codeSplitting: {
          groups: [
            { name: 'base', test: isIn(BASE) },
            // The icons of the opportunities page, which the landing page does not draw, would be a file each.
            { name: 'icons', test: isIn(OPPORTUNITY_ICONS) },
            // The cache of calls: every page with calls needs all of it.
            { name: 'queries', test: /\/node_modules\/@tanstack\/(query-core|react-query)\// },
          ],
        },
      },
    },
  },
})
