// Starts Swagger UI on /api-docs, in the chosen theme. The client's token is entered already: every page of ours has it.
const prefersDark = window.matchMedia('(prefers-color-scheme: dark)')
const applyTheme = () => {
  const theme = localStorage.theme || (prefersDark.matches ? 'dark' : 'light')
  document.documentElement.classList.toggle('dark-mode', theme === 'dark')
}
applyTheme()
prefersDark.addEventListener('change', applyTheme)
window.addEventListener('storage', applyTheme)

const ui = window.SwaggerUIBundle({
  url: '/openapi.json',
  domNode: document.getElementById('api'),
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  filter: true,
  // Nothing is asked of another site.
  validatorUrl: null,
  onComplete: () =>
    ui.preauthorizeApiKey('client', document.querySelector('meta[name="client-access-token"]').content),
})
