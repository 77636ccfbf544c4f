import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What the server answers itself; the pattern keeps `/api-management` a page of the site. */
const OF_THE_SERVER = '^/(api(/|\\?|$)|healthz|readyz|metrics|robots\\.txt|sitemap\\.xml)'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // `npm ci` clears it, as all that was made of packages.
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
        // The names of all parts stand in the first one: seven letters tell two versions apart as well as eight.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // What every page stands on is one file: in a dozen small ones it compresses 3 % worse.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /^\0vite\/preload-helper|\/node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|react-store|router-core|history|store))\/|\/lucide-react\/dist\/esm\/(shared\/|Icon\.|createLucideIcon\.|context\.|defaultAttributes\.|icons\/(menu|x|user-round|log-out|check|moon|sun)\.)|\/contract\/src\/(calls\/http|site\/pages)\.ts$|\/domain\/src\/text\/fold\.ts$|\/web\/src\/(text\/frame\/tr|app\/(keep-nodes|take-over|crashed-page|router|frame\/(source-banner|theme-switch|site-footer)|use-page-change)|features\/opportunities\/filters\/address|shared\/(keys\/wizard-dialog-store|opportunity\/row\/grades|paper\/paper-dialog-store|session\/(session|auth-dialog-store|sign-out)|storage\/preferences|theme\/theme|tour\/tour-flag|time\/(steady|ticker)|format\/(numbers|times)|api\/(get-plain|failure|use-polled|source)|ui\/(button|first-use|mark|layers\/(alert|lazy-layer|toast)|use-title|ticking)))\.tsx?$/,
            },
            // The icons of the opportunities page, each a file of its own otherwise; the landing page draws none of them.
            {
              name: 'icons',
              test: /\/lucide-react\/dist\/esm\/icons\/(arrow-(down|right|up)|bookmark|(circle|triangle)-exclamation-point|download|refresh-cw|search)\./,
            },
            // The cache of calls: every page that calls stands on all of it.
            { name: 'queries', test: /\/node_modules\/@tanstack\/(query-core|react-query)\// },
          ],
        },
      },
    },
  },
})
