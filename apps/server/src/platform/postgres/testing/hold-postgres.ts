import { startEmbeddedPostgres } from '../index.ts'
import { SETTINGS } from './settings.ts'

// A process of its own that holds a data folder until it is killed.
try {
  const { url } = await startEmbeddedPostgres({
    dataDir: process.argv[2] ?? '',
    log: () => {},
    settings: SETTINGS,
  })
  console.log(url)
  setInterval(() => {}, 60_000)
} catch (error) {
  console.log((error as Error).message)
  process.exit(1)
}
