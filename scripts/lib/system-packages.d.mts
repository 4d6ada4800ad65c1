export function ensureOldestPostgres(): Promise<string>
