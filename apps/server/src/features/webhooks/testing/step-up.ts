/** Calls for administrators that do not ask for the password again, each with the reason. http/step-up.test.ts reads it. */
export const withoutPassword = {
  'POST /api/webhooks/:id/prueba': 'goes to an address that was given with the password, and tells nothing',
  'POST /api/webhooks/entregas/:id/reenviar': 'goes to an address that was given with the password',
};
