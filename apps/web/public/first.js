// Runs before the first paint; a file of its own because the content security policy allows no inline script.
;(() => {
  const page = document.documentElement
  // A remembered theme never flashes. The same key is written by src/shared/theme/theme.ts.
  try {
    const kept = localStorage.getItem('makas.theme')
    if (kept === 'dark' || kept === 'light') page.dataset.theme = kept
  } catch (refused) {
    // Storage can be switched off in the browser: the system's theme then stands.
    page.dataset.storage = refused instanceof Error ? refused.name : 'refused'
  }
  // A button of a page that was rendered ahead may be pressed before its code is there: the press is kept until
  // src/app/take-over.ts repeats it. The last one counts, as it would of buttons that answer at once.
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
  // The scripts of a page that has something to show leave a slow line to its styles and fonts. Nothing is ever painted of
  // a tab in the background: there they start at once.
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
