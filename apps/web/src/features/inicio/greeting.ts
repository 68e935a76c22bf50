/** The greeting of a time of day, in Dominican time. */
export const greeting = (now: Date): string => {
  const hours = (now.getUTCHours() + 20) % 24; // UTC−4
  if (hours < 12) return 'Buenos días';
  return hours < 19 ? 'Buenas tardes' : 'Buenas noches';
};
