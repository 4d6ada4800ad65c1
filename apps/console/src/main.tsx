import '@ruwu/ui/tokens.css'
import '@ruwu/ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { startMonitoring } from './monitoring/monitoring.ts'

startMonitoring()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
