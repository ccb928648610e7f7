/** Whether this window shows the map alone, as on a wall: the window that was opened so stays so. */
export const isWall = window.location.search === '?wall';
