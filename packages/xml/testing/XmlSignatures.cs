using System;
using System.IO;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Security.Cryptography.Xml;
using System.Xml;

/// The XML signatures of Mono, to check ours with and to be checked by ours.
///
/// verify CERTIFICATE.der FILE…            prints `true` or `false` for each file
/// sign CERTIFICATE.der ROOT.der KEY.xml JOBS   as the Java program of the same name; KEY.xml is an RSAKeyValue
class XmlSignatures {
  static int Main(string[] args) {
    if (args[0] == "sign") {
      var key = new RSACryptoServiceProvider();
      key.FromXmlString(File.ReadAllText(args[3]));
      foreach (var line in File.ReadAllLines(args[4])) Sign(args[1], args[2], key, line.Split('\t'));
      return 0;
    }
    var certificate = new X509Certificate2(args[1]);
    for (var at = 2; at < args.Length; at++) Console.WriteLine(Verify(certificate, args[at]) ? "true" : "false");
    return 0;
  }

  static XmlDocument Read(string file) {
    var document = new XmlDocument { PreserveWhitespace = true, XmlResolver = null };
    document.Load(file);
    return document;
  }

  static bool Verify(X509Certificate2 certificate, string file) {
    try {
      var document = Read(file);
      var signed = new SignedXml(document);
      signed.LoadXml((XmlElement) document.GetElementsByTagName("Signature", SignedXml.XmlDsigNamespaceUrl)[0]);
      return signed.CheckSignature(certificate.PublicKey.Key);
    } catch (Exception) {
      return false;
    }
  }

  static Transform FormOf(string algorithm, string prefixes) {
    switch (algorithm) {
      case SignedXml.XmlDsigC14NTransformUrl: return new XmlDsigC14NTransform();
      case SignedXml.XmlDsigC14NWithCommentsTransformUrl: return new XmlDsigC14NWithCommentsTransform();
      case SignedXml.XmlDsigExcC14NTransformUrl: return new XmlDsigExcC14NTransform(prefixes == "" ? null : prefixes);
      default: return new XmlDsigExcC14NWithCommentsTransform(prefixes == "" ? null : prefixes);
    }
  }

  static void Sign(string certificateFile, string rootFile, RSACryptoServiceProvider key, string[] job) {
    var certificate = new X509Certificate2(certificateFile);
    var root = new X509Certificate2(rootFile);
    var document = Read(job[0]);
    var signed = new SignedXml(document) { SigningKey = key };
    signed.SignedInfo.CanonicalizationMethod = job[2];
    if (job[3] != "") ((XmlDsigExcC14NTransform) signed.SignedInfo.CanonicalizationMethodObject).InclusiveNamespacesPrefixList = job[3];
    signed.SignedInfo.SignatureMethod = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
    var reference = new Reference { Uri = "", DigestMethod = "http://www.w3.org/2001/04/xmlenc#sha256" };
    reference.AddTransform(new XmlDsigEnvelopedSignatureTransform());
    if (job[4] != "") reference.AddTransform(FormOf(job[4], job[5]));
    signed.AddReference(reference);
    var x509 = new KeyInfoX509Data();
    foreach (var part in job[6].Split(' ')) {
      switch (part) {
        case "KeyName": signed.KeyInfo.AddClause(new KeyInfoName("firma")); break;
        case "KeyValue": signed.KeyInfo.AddClause(new RSAKeyValue(key)); break;
        case "X509SubjectName": x509.AddSubjectName(certificate.Subject); break;
        case "X509IssuerSerial": x509.AddIssuerSerial(certificate.Issuer, certificate.SerialNumber); break;
        case "X509Certificate": x509.AddCertificate(certificate); break;
        case "chain": x509.AddCertificate(certificate); x509.AddCertificate(root); break;
        case "chain-reversed": x509.AddCertificate(root); x509.AddCertificate(certificate); break;
        default: throw new ArgumentException(part);
      }
    }
    signed.KeyInfo.AddClause(x509);
    if (job[7] != "") signed.Signature.Id = job[7];
    signed.ComputeSignature();
    document.DocumentElement.AppendChild(document.ImportNode(signed.GetXml(), true));
    using (var writer = XmlWriter.Create(job[1], new XmlWriterSettings { Encoding = new System.Text.UTF8Encoding(false), NewLineHandling = NewLineHandling.Entitize }))
      document.Save(writer);
  }
}
