/** LIKE pattern of the texts that contain the keyword: its own `%`, `_` and backslash stand for themselves. */
export const containing = (keyword: string): string => `%${keyword.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
