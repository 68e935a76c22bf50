/** Calls for administrators that do not ask for the password again, each with the reason. http/step-up.test.ts reads it. */
export const withoutPassword = {
  'POST /api/comprobantes/:userId/logo': 'changes only the appearance',
};
