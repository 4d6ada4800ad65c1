type Asked = { page: number; pageSize: number }

/** The page asked for; beyond the end the last one, and page 1 of an empty list. */
export const shownPage = (total: number, { page, pageSize }: Asked): number =>
  Math.min(page, Math.max(1, Math.ceil(total / pageSize)))
