/** Calls for administrators that do not ask for the password again, each with the reason. http/step-up.test.ts reads it. */
export const withoutPassword = {
  'PUT /api/configuracion/entrega-automatica':
    'a setting that can be reverted and is recorded; it sends each invoice to its own buyer',
};
