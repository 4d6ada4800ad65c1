/** Scroll seek: above 300 px per frame rows are placeholders; below 100 they are rendered again. */
export const FLYING = { enter: (px: number) => Math.abs(px) > 300, exit: (px: number) => Math.abs(px) < 100 }
