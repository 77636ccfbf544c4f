// Runs before the first paint; a file of its own because the content security policy allows no inline script.
;(() => {
  const page = document.documentElement
  // A remembered theme never flashes. The same key is written by src/shared/theme/theme.ts.
  try {
    const kept = localStorage.getItem('makas.theme')
    if (kept === 'dark' || kept === 'light') page.dataset.theme = kept
  } catch (refused) {
    // Where the browser refuses storage the system's theme is shown.
    page.dataset.storage = refused instanceof Error ? refused.name : 'refused'
  }
  // A person may press a button of a prerendered page before its code is there: the last press is kept until
  // src/app/take-over.ts repeats it.
  addEventListener(
    'click',
    (event) => {
      if (page.dataset.ready !== undefined || !(event.target instanceof Element)) return
      const button = event.target.closest('#root button')
      if (button === null) return
      const same = [...document.querySelectorAll('#root button')].filter((one) => nameOf(one) === nameOf(button))
      page.dataset.pressed = JSON.stringify([nameOf(button), same.indexOf(button)])
      button.setAttribute('aria-busy', 'true')
    },
    true,
  )
  // A prerendered page starts its scripts after its first paint: styles and fonts have a slow line to themselves.
  // A tab in the background never paints: its scripts start at once.
  const start = () => {
    for (const link of document.querySelectorAll('link[data-then="modulepreload"]')) link.rel = 'modulepreload'
    for (const { href } of document.querySelectorAll('link[data-then="script"]')) import(href)
  }
  addEventListener('DOMContentLoaded', () => {
    if (document.hidden) start()
    else requestAnimationFrame(() => setTimeout(start))
  })
  const nameOf = (button) => button.getAttribute('aria-label') ?? button.textContent
})()
