/** Downloads a file made in the page. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // why: the browser reads the file after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
