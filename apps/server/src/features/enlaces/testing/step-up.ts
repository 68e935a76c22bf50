/** Calls for administrators that do not ask for the password again, each with the reason. http/step-up.test.ts reads it. */
export const withoutPassword = {
  'PUT /api/configuracion/enlaces':
    'shares nothing by itself, closes every link when it is set back, and is recorded each time',
};
