/** Nobody is told 欢迎语 twice within this time. */
export const WELCOME_EVERY_MS = 24 * 3_600_000
