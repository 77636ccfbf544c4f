import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What the server answers itself; the pattern keeps `/api-management` a page of the site. */
const OF_THE_SERVER = '^/(api(/|\\?|$)|healthz|readyz|metrics|robots\\.txt|sitemap\\.xml)'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  // `npm ci` clears this folder, like everything that was made of packages.
  cacheDir: '../../node_modules/.cache/vite',
  // For `npm run dev`, without a content security policy: Vite puts scripts into the page.
  server: {
    // Vite would let every page of this machine read the API; the server's rule holds instead (security.md 59).
    cors: false,
    proxy: { [OF_THE_SERVER]: { target: process.env.API_ORIGIN ?? 'http://127.0.0.1:3000' } },
  },
  build: {
    target: 'es2023',
    // The content security policy refuses a font or a picture as a data: address (security.md 58).
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first file names all others: seven letters tell two versions apart as well as eight, and are shorter.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // The code that every page needs is one file: a dozen small files compress 3 % worse.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /^\0vite\/preload-helper|\/node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|react-store|router-core|history|store))\/|\/lucide-react\/dist\/esm\/(shared\/|Icon\.|createLucideIcon\.|context\.|defaultAttributes\.|icons\/(menu|x|user-round|log-out|check|moon|sun)\.)|\/contract\/src\/(calls\/http|site\/pages)\.ts$|\/domain\/src\/text\/fold\.ts$|\/web\/src\/(text\/frame\/tr|app\/(keep-nodes|take-over|crashed-page|router|frame\/(source-banner|theme-switch|site-footer)|use-page-change)|features\/opportunities\/filters\/address|shared\/(keys\/wizard-dialog-store|opportunity\/row\/grades|paper\/paper-dialog-store|session\/(session|auth-dialog-store|sign-out)|storage\/preferences|theme\/theme|tour\/tour-flag|time\/(steady|ticker)|format\/(numbers|times)|api\/(get-plain|failure|use-polled|source)|ui\/(button|first-use|mark|layers\/(alert|lazy-layer|toast)|use-title|ticking)))\.tsx?$/,
            },
            // The icons of the opportunities page, else a file each; the landing page draws none of them.
            {
              name: 'icons',
              test: /\/lucide-react\/dist\/esm\/icons\/(arrow-(down|right|up)|bookmark|(circle|triangle)-exclamation-point|download|refresh-cw|search)\./,
            },
            // The cache of calls: every page that makes calls needs all of it.
            { name: 'queries', test: /\/node_modules\/@tanstack\/(query-core|react-query)\// },
          ],
        },
      },
    },
  },
})
