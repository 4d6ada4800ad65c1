import '@ruwu/ui/tokens.css'
import '@ruwu/ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { preventStrayDrops } from './browser/dragged-files.ts'
import { startMonitoring } from './monitoring/monitoring.ts'

startMonitoring()
preventStrayDrops(window)

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
