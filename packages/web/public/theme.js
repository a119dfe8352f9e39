// Applies the chosen theme before the first paint, and when it changes: see ui/theme/theme.ts.
;(onstorage = () => {
  const theme = localStorage.theme || ''
  document.documentElement.dataset.theme = theme
  document.querySelector('[name=color-scheme]').content = theme || 'light dark'
  for (const bar of document.querySelectorAll('[name=theme-color]'))
    bar.media = theme ? (bar.id === theme ? '' : 'not all') : `(prefers-color-scheme: ${bar.id})`
})()
