/** Calls for administrators that do not ask for the password again, each with the reason. http/step-up.test.ts reads it. */
export const withoutPassword = {
  'PUT /api/empresa/datos': 'facts that the company prints on its documents; each change is in the record',
};
