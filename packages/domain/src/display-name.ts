type NamedUser = {
  id: string
  name?: string | null
  firstName?: string | null
  remark?: string | null
}

/** The name, else the first name, else the id; with a remark `remark(name)`. */
export function displayName({ id, name, firstName, remark }: NamedUser): string {
  const own = name || firstName || id
  return remark ? `${remark}(${own})` : own
}
