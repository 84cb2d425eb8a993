/** A member of staff by display name, or "User" and the last 6 characters of the id. */
export function staffNameOf(id: string, name: string | null): string {
  return name?.trim() || `User ${id.slice(-6)}`;
}
