export function ensureOldestPostgres(): Promise<string>
export function ensureClusterServices(): Promise<{ REDIS_SERVER_PATH: string; POSTGRES_BIN_DIR: string }>
export function ensureChromium(): Promise<string>
export function ensureChineseFont(): Promise<void>
