export function RolePage() {
  return null
}
