// Runs before the first paint so that a remembered theme never flashes; a file of its own because the content
// security policy allows no inline script. The same key is written by src/shared/theme/theme.ts.
;(() => {
  try {
    const kept = localStorage.getItem('makas.theme')
    if (kept === 'dark' || kept === 'light') document.documentElement.dataset.theme = kept
  } catch (refused) {
    // Storage can be switched off in the browser: the system's theme then stands.
    document.documentElement.dataset.storage = refused instanceof Error ? refused.name : 'refused'
  }
})()
