import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import javax.xml.crypto.XMLStructure;
import javax.xml.crypto.dsig.*;
import javax.xml.crypto.dsig.dom.DOMSignContext;
import javax.xml.crypto.dsig.dom.DOMValidateContext;
import javax.xml.crypto.dsig.keyinfo.KeyInfoFactory;
import javax.xml.crypto.dsig.spec.C14NMethodParameterSpec;
import javax.xml.crypto.dsig.spec.ExcC14NParameterSpec;
import javax.xml.crypto.dsig.spec.TransformParameterSpec;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;

/**
 * The JDK's own XML signatures, to check ours with and to be checked by ours.
 *
 * verify CERTIFICATE FILE…            prints `true` or `false` for each file
 * sign CERTIFICATES KEY.der JOBS      signs a document for each line of JOBS (tab-separated: file, output, canonical form,
 *                                     its prefixes, second transform, its prefixes, parts of KeyInfo, Id, prefix)
 */
public class XmlSignatures {
  public static void main(String[] args) throws Exception {
    List<X509Certificate> certificates;
    try (var in = new FileInputStream(args[1])) {
      certificates = CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
          .map(each -> (X509Certificate) each).collect(Collectors.toList());
    }
    if (args[0].equals("sign")) {
      var key = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(Files.readAllBytes(Path.of(args[2]))));
      for (var line : Files.readAllLines(Path.of(args[3]))) sign(certificates, key, line.split("\t", -1));
    } else for (int at = 2; at < args.length; at++) System.out.println(verify(certificates.get(0), args[at]));
  }

  static Document read(String file) throws Exception {
    var factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    return factory.newDocumentBuilder().parse(Path.of(file).toFile());
  }

  static boolean verify(X509Certificate certificate, String file) {
    try {
      var signatures = read(file).getElementsByTagNameNS(XMLSignature.XMLNS, "Signature");
      var context = new DOMValidateContext(certificate.getPublicKey(), signatures.item(0));
      context.setProperty("org.jcp.xml.dsig.secureValidation", Boolean.TRUE);
      return XMLSignatureFactory.getInstance("DOM").unmarshalXMLSignature(context).validate(context);
    } catch (Exception refused) {
      return false;
    }
  }

  static void sign(List<X509Certificate> certificates, PrivateKey key, String[] job) throws Exception {
    var factory = XMLSignatureFactory.getInstance("DOM");
    var transforms = new ArrayList<Transform>();
    transforms.add(factory.newTransform(Transform.ENVELOPED, (TransformParameterSpec) null));
    if (!job[4].isEmpty()) transforms.add(factory.newTransform(job[4], (TransformParameterSpec) prefixes(job[5])));
    var reference = factory.newReference("", factory.newDigestMethod(DigestMethod.SHA256, null), transforms, null, null);
    var signedInfo = factory.newSignedInfo(
        factory.newCanonicalizationMethod(job[2], (C14NMethodParameterSpec) prefixes(job[3])),
        factory.newSignatureMethod("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", null),
        List.of(reference));
    KeyInfoFactory keyInfos = factory.getKeyInfoFactory();
    var leaf = certificates.get(0);
    var children = new ArrayList<XMLStructure>();
    var x509 = new ArrayList<Object>();
    for (var part : job[6].split(" ")) {
      switch (part) {
        case "KeyName" -> children.add(keyInfos.newKeyName("firma"));
        case "KeyValue" -> children.add(keyInfos.newKeyValue(leaf.getPublicKey()));
        case "X509SubjectName" -> x509.add(leaf.getSubjectX500Principal().getName());
        case "X509IssuerSerial" ->
            x509.add(keyInfos.newX509IssuerSerial(leaf.getIssuerX500Principal().getName(), leaf.getSerialNumber()));
        case "X509Certificate" -> x509.add(leaf);
        case "chain" -> x509.addAll(certificates);
        case "chain-reversed" -> { x509.addAll(certificates.subList(1, certificates.size())); x509.add(leaf); }
        default -> throw new IllegalArgumentException(part);
      }
    }
    children.add(keyInfos.newX509Data(x509));
    var document = read(job[0]);
    var context = new DOMSignContext(key, document.getDocumentElement());
    if (!job[8].isEmpty()) context.setDefaultNamespacePrefix(job[8]);
    factory.newXMLSignature(signedInfo, keyInfos.newKeyInfo(children), null, job[7].isEmpty() ? null : job[7], null).sign(context);
    try (var stream = new FileOutputStream(job[1])) {
      TransformerFactory.newInstance().newTransformer().transform(new DOMSource(document), new StreamResult(stream));
    }
  }

  /** The list of prefixes of an exclusive form; null = none. */
  static ExcC14NParameterSpec prefixes(String listed) {
    return listed.isEmpty() ? null : new ExcC14NParameterSpec(Arrays.asList(listed.split(" ")));
  }
}
