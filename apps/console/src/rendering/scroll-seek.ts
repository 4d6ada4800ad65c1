/** Whoever flies past a list by so many pixels a frame reads nothing: only room is made for its rows, which come when it gets slower. */
export const FLYING = { enter: (px: number) => Math.abs(px) > 300, exit: (px: number) => Math.abs(px) < 100 }
